// Publishes one tool for each case on standard input with the TypeScript SDK 1 and
// prints it as JSON. A case is {"shape": "…"}: members of an input schema in zod.
// Arguments: the folder node_modules, and which zod to use: v3 or v4.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [modules, version] = process.argv.slice(2);
const load = (file) => import(pathToFileURL(`${modules}/${file}`));
const zod = await load(`zod/${version}/index.js`);
const z = zod.z ?? zod;
const sdk = "@modelcontextprotocol/sdk/dist/esm";
const { McpServer } = await load(`${sdk}/server/mcp.js`);
const { InMemoryTransport } = await load(`${sdk}/inMemory.js`);

async function publish(shape) {
  const server = new McpServer({ name: "test", version: "1" });
  const inputSchema = new Function("z", `return { ${shape} }`)(z);
  server.registerTool("update_article", { description: "Updates.", inputSchema }, async () => ({ content: [] }));
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const answers = new Map();
  ours.onmessage = (m) => answers.get(m.id)?.(m);
  await server.connect(theirs);
  await ours.start();
  const ask = (id, method, params) => new Promise((done) => { answers.set(id, done); ours.send({ jsonrpc: "2.0", id, method, params }); });
  await ask(1, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } });
  await ours.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  const answer = await ask(2, "tools/list", {});
  await ours.close();
  return answer.result?.tools[0] ?? { error: JSON.stringify(answer.error) };
}

for await (const line of createInterface({ input: process.stdin })) {
  try {
    console.log(JSON.stringify(await publish(JSON.parse(line).shape)));
  } catch (e) {
    console.log(JSON.stringify({ error: String(e) }));
  }
}
