"""Publishes one tool for each case on standard input and prints it as JSON.

A case is {"prelude": "...", "param": "..."}: a parameter of a function, with what
must stand before the function; or {"code": "..."}: a program that registers the
tool with the server called mcp. The fastmcp package is taken where it is there.
"""

import asyncio
import json
import sys

PRELUDE = """
from datetime import datetime
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, Literal, Optional, Union
from pydantic import BaseModel, Field, HttpUrl, WithJsonSchema

class Color(Enum):
    red = "red"
    green = "green"
"""

try:
    from fastmcp import FastMCP
except ImportError:
    from mcp.server.fastmcp import FastMCP


def publish(case):
    mcp = FastMCP("test")
    scope = {"mcp": mcp}
    exec(PRELUDE, scope)
    if "code" in case:
        exec(case["code"].replace("): ...", "):\n    return None"), scope)
    else:
        exec(case["prelude"], scope)
        exec(f"@mcp.tool()\ndef update_article({case['param']}) -> str:\n    'Updates.'\n    return ''\n", scope)
    tool = asyncio.run(mcp.list_tools())[0]
    if hasattr(tool, "to_mcp_tool"):
        tool = tool.to_mcp_tool()
    return tool.model_dump(by_alias=True, exclude_none=True, mode="json")


for line in sys.stdin:
    try:
        print(json.dumps(publish(json.loads(line))), flush=True)
    except Exception as e:
        print(json.dumps({"error": f"{type(e).__name__}: {e}"}), flush=True)
