// Says of each pattern whether it is one for JavaScript with the flag u, and of
// each schema whether Ajv compiles it as the TypeScript SDK asks for.
// Arguments: the two Ajv files. Input: {"patterns":[…],"schemas":[…]}.
const read = require("node:fs").readFileSync;
const [, , draft07, draft2020] = process.argv;
const Ajv = require(draft07).default;
const Ajv2020 = require(draft2020).default;
const input = JSON.parse(read(0, "utf8"));
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
    patterns: input.patterns.map((p) => fails(() => new RegExp(p, "u"))),
    draft07: input.schemas.map((s) => fails(() => new Ajv(options).compile(s))),
    declared: input.schemas.map((s) => fails(() => new (declares07(s) ? Ajv : Ajv2020)(options).compile(s))),
  }),
);
