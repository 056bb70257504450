/** Opens a small demo county in the directory given and tells whether this process made it. */
import { openDemo } from "../fixtures/demo/ensure.ts";

const [dataDir, now] = Deno.args;
let made = false;
const { id } = await openDemo(dataDir, {
  now: Number(now),
  sales: 800,
  progress: () => {
    if (!made) console.error("making");
    made = true;
  },
});
console.log(JSON.stringify({ id, made }));
