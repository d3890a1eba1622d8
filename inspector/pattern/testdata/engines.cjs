// Says of each pattern whether it is one for JavaScript with the flag u. Input: a JSON array.
const fault = (pattern) => {
  try {
    new RegExp(pattern, "u");
    return "";
  } catch (e) {
    return e.message || "failed";
  }
};
const patterns = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(patterns.map(fault)));
