import { createSocket } from 'node:dgram';
import { type AddressInfo, createServer } from 'node:net';

/** What is known of a name: an alias and where it ends, as a recursive server answers it in one; or how it fails. */
export type Known =
  | { readonly alias?: string; readonly ipv4?: readonly string[]; readonly ipv6?: readonly string[] }
  | 'nxdomain'
  | 'servfail'
  | 'silence';

const TYPES = { a: 1, cname: 5, aaaa: 28 };
const CODES = { nxdomain: 3, servfail: 2 };
const TRUNCATED = 0x0200;
const LONGEST_DATAGRAM = 512;

const servers: (() => void)[] = [];

export const closeNameServers = (): void => {
  for (const close of servers.splice(0)) close();
};

/** A name server on this machine, over UDP and, for what is too long for it, TCP. `asked` notes questions. */
export async function aNameServer(zone: Readonly<Record<string, Known>>, { remembers = true } = {}) {
  const asked: string[] = [];
  const answerTo = (query: Buffer): Buffer | undefined => {
    const { name, type, question } = questionIn(query);
    if (remembers) asked.push(`${name} ${type}`);
    const known = zone[name] ?? 'nxdomain';
    if (known === 'silence') return undefined;
    if (typeof known === 'string') return message(query, question, [], CODES[known]);
    return message(query, question, recordsOf(name, type, known), 0);
  };

  const tcp = createServer((socket) => {
    socket
      .on('error', () => {})
      .on('data', (bytes) => {
        const answer = answerTo(bytes.subarray(2));
        if (answer) socket.end(Buffer.concat([uint16(answer.length), answer]));
      });
  });
  await new Promise<void>((listening) => tcp.listen(0, '127.0.0.1', listening));
  const { port } = tcp.address() as AddressInfo;
  const udp = createSocket('udp4', (query, from) => {
    const answer = answerTo(query);
    if (answer) udp.send(answer.length > LONGEST_DATAGRAM ? truncated(query) : answer, from.port, from.address);
  });
  await new Promise<void>((bound) => udp.bind(port, '127.0.0.1', bound));
  servers.push(() => {
    tcp.close();
    udp.close();
  });
  return { at: `127.0.0.1:${port}`, asked };
}

function questionIn(query: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString('latin1'));
    at += 1 + length;
  }
  return {
    name: labels.join('.').toLowerCase(),
    type: query.readUInt16BE(at + 1),
    question: query.subarray(12, at + 5),
  };
}

function recordsOf(name: string, type: number, known: Exclude<Known, string>): readonly Buffer[] {
  const { alias, ipv4 = [], ipv6 = [] } = known;
  const owner = alias ?? name;
  const addresses = type === TYPES.a ? ipv4.map(ipv4Bytes) : type === TYPES.aaaa ? ipv6.map(ipv6Bytes) : [];
  return [
    ...(alias === undefined ? [] : [record(name, TYPES.cname, nameBytes(alias))]),
    ...addresses.map((address) => record(owner, type, address)),
  ];
}

function message(query: Buffer, question: Buffer, records: readonly Buffer[], code: number): Buffer {
  const counts = [1, records.length, 0, 0].map(uint16);
  return Buffer.concat([query.subarray(0, 2), uint16(0x8180 | code), ...counts, question, ...records]);
}

const truncated = (query: Buffer): Buffer => {
  const short = message(query, questionIn(query).question, [], 0);
  short.writeUInt16BE(0x8180 | TRUNCATED, 2);
  return short;
};

/** Kept for a day, for who would keep it. */
const record = (name: string, type: number, content: Buffer): Buffer =>
  Buffer.concat([
    nameBytes(name),
    uint16(type),
    uint16(1),
    Buffer.from([0, 1, 0x51, 0x80]),
    uint16(content.length),
    content,
  ]);

const nameBytes = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.alloc(1),
  ]);

const ipv4Bytes = (address: string): Buffer => Buffer.from(address.split('.').map(Number));

/** In full form or with one `::`, without dots. */
function ipv6Bytes(address: string): Buffer {
  const [head = '', tail = ''] = address.split('::').map((part) => part);
  const groups = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const [first, last] = [groups(head), groups(tail)];
  return Buffer.concat([...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last].map(uint16));
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
