import type { Context } from "hono";

const HASH_BYTES = 16;
const HEXTETS = 8;
/** A household or a server has a whole /64 of IPv6 to itself. */
const SUBNET_HEXTETS = 4;

/**
 * What tells one client from another: a hash of the connecting address, other on every day. It is a key of counters in memory, and
 * written nowhere. The host is no part of it: where a route takes any host name, a client could choose a new one for each request.
 */
export async function clientKey(c: Context): Promise<string> {
  const day = new Date().toISOString().slice(0, 10);
  const network = networkOf(c.req.header("CF-Connecting-IP") ?? "");
  const bytes = new TextEncoder().encode(`${day} ${network}`);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).subarray(0, HASH_BYTES);
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The address itself, or the /64 that an IPv6 address is in; `""` is one network too. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.toLowerCase().split("%")[0]!.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, HEXTETS - before.length - after.length);
  const hextets = [...before, ...Array.from({ length: zeros }, () => "0"), ...after];
  const subnet = hextets.slice(0, SUBNET_HEXTETS).map((hextet) => hextet.replace(/^0+(?=.)/, ""));
  return `${subnet.join(":")}::/64`;
}
