// Says of each schema whether Ajv compiles it as the TypeScript SDK asks for.
// Arguments: the two Ajv files. Input: a JSON array of schemas.
const read = require("node:fs").readFileSync;
const [, , draft07, draft2020] = process.argv;
const Ajv = require(draft07).default;
const Ajv2020 = require(draft2020).default;
const schemas = JSON.parse(read(0, "utf8"));
const fails = (f) => {
  try {
    f();
    return "";
  } catch (e) {
    return e.message || "failed";
  }
};
const options = { strict: false, validateSchema: false, allErrors: true, validateFormats: false, logger: false };
const declares07 = (s) => /draft-0[67]\/schema#?$/.test(s.$schema || "");
process.stdout.write(
  JSON.stringify({
    draft07: schemas.map((s) => fails(() => new Ajv(options).compile(s))),
    declared: schemas.map((s) => fails(() => new (declares07(s) ? Ajv : Ajv2020)(options).compile(s))),
  }),
);
