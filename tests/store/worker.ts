/** A second process on the same store: adds one to a counter as often as told. Arguments: store path, times. */
import { transact } from "../../core/store/transact.ts";

const [path, times] = Deno.args;
const kv = await Deno.openKv(path);
for (let i = 0; i < Number(times); i++) {
  await transact(kv, ["counter"], async (tx) => {
    tx.set(["counter"], (await tx.get<number>(["counter"]) ?? 0) + 1);
  }, { attempts: 500 });
}
kv.close();
