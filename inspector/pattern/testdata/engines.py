"""Says of each pattern whether Python's re compiles it. Input: a JSON array."""
import json
import re
import sys
import warnings

warnings.simplefilter("ignore")


def fault(pattern):
    try:
        re.compile(pattern)
    except re.error as e:
        return str(e)
    return ""


json.dump([fault(p) for p in json.load(sys.stdin)], sys.stdout)
