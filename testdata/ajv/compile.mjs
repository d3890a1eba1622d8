// A second opinion on schemas: Ajv in its 2020-12 form, as MCP clients use it.
//
// A JSON line in, a JSON line out, in the same order:
//
//   {"id":1,"schema":{…}}                     {"id":1,"ok":true}
//   {"id":2,"schema":{…}}                     {"id":2,"ok":false,"error":"schema is invalid: …"}
//   {"id":3,"schema":{…},"instances":[…]}     {"id":3,"ok":true,"valid":[true,false]}
//
// An instance that Ajv cannot judge (it throws, or the schema is one of its own asynchronous
// ones) stands as null in "valid", and "error" says why.
// Each schema has an Ajv of its own, so no $id of one is seen by the next. Nothing is loaded
// over a network or from a file: a $ref that is not in the schema itself is an error.
// The exit code is 0 when every line was answered, whatever the answers; 2 when a line is no
// JSON or Ajv is not installed.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

// A relative MCPLOUPE_NPM is relative to the repository, as everywhere.
const repository = fileURLToPath(new URL("../..", import.meta.url));
const parts = resolve(repository, process.env.MCPLOUPE_NPM || "testdata/npm");

function stop(message) {
  process.stderr.write(`compile.mjs: ${message}\n`);
  process.exit(2);
}

let Ajv2020;
try {
  ({ Ajv2020 } = createRequire(resolve(parts, "package.json"))("ajv/dist/2020.js"));
} catch (error) {
  stop(`Ajv is not installed under ${parts}: run make deps (${error.message})`);
}

const options = { strict: false, validateFormats: false, logger: false };

// Compiling the metaschema takes most of the time (22 ms a schema, 4 ms with it shared), and
// validating against it leaves nothing behind.
const metaschema = new Ajv2020(options);

function answer({ id, schema, instances }) {
  let validate;
  try {
    metaschema.validateSchema(schema, true);
    validate = new Ajv2020({ ...options, validateSchema: false }).compile(schema);
  } catch (error) {
    return { id, ok: false, error: error.message };
  }
  if (instances === undefined) return { id, ok: true };
  if (validate.$async) return { id, ok: true, valid: instances.map(() => null), error: "$async" };
  let thrown;
  const valid = instances.map((instance) => {
    try {
      return validate(instance);
    } catch (error) {
      thrown = error.message;
      return null;
    }
  });
  return { id, ok: true, valid, error: thrown };
}

let number = 0;
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  number++;
  if (line.trim() === "") continue;
  let request;
  try {
    request = JSON.parse(line);
  } catch (error) {
    stop(`line ${number} is no JSON: ${error.message}`);
  }
  process.stdout.write(JSON.stringify(answer(request)) + "\n");
}
