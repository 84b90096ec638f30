import { eventually, stackClient } from '#test/integration/stack-client';
import { expect, it } from '#test/support/jest';
import {
  aLiveLink,
  aLiveReader,
  lastForms,
  type Received,
  type ReceivedSegment,
  readToEnd,
} from '#test/support/live-reader';

const stack = stackClient();

/** A bot that is on its way into a call of the simulator. */
async function aBotOnItsWay() {
  const { body } = await stack.call('POST', '/bots', {
    workspace_id: stack.workspace_id,
    meeting_url: aLiveLink(),
  });
  const meeting = `/meetings/${body.meeting_id}`;
  const address = (after?: number) =>
    stack.call('GET', `${meeting}/live${after === undefined ? '' : `?after=${after}`}`);
  await eventually(
    () => address(),
    ({ status }) => status === 200,
  );
  const read = async (after?: number) => aLiveReader((await address(after)).body.url);
  return { id: body.id as string, meeting, address, read };
}

const segmentsIn = (messages: readonly Received[]) =>
  messages.filter((one) => one.type === 'segment') as ReceivedSegment[];

const textsOf = (segments: readonly { readonly text: string }[]) => segments.map(({ text }) => text);

/** Milliseconds from the end of each line in the call, which has its own pace, to its arrival. */
function delaysOf(segments: readonly ReceivedSegment[], startedAt: number): readonly number[] {
  const saidAt = ({ end }: ReceivedSegment) => startedAt + end * 1_000;
  return segments.filter(({ final }) => final).map((segment) => Math.round(segment.receivedAt - saidAt(segment)));
}

it('readers get what is said in a call while it is said, and go on where a connection ended', async () => {
  const { id, meeting, address, read } = await aBotOnItsWay();
  const reading = readToEnd(read);
  const first = await read();
  await first.until(() => first.segments().some(({ final }) => final));
  first.close();
  const [whole, rest] = await Promise.all([reading, readToEnd(read, first.lastId())]);
  // The service ends its connections with the call.
  await eventually(
    () => whole.last.isOpen() || rest.last.isOpen(),
    (isOpen) => !isOpen,
  );

  const ids = segmentsIn(whole.messages).map((segment) => segment.id);
  expect(ids).toEqual([...new Set(ids)].sort((one, other) => one - other));
  const spoken = lastForms(whole.messages).filter(({ final }) => final);
  expect(lastForms([...first.messages, ...rest.messages]).filter(({ final }) => final)).toEqual(
    spoken.map((segment) => ({ ...segment, receivedAt: expect.any(Number) })),
  );
  expect(segmentsIn(rest.messages).every((segment) => segment.id > first.lastId())).toBe(true);

  const results = await eventually(
    async () => (await stack.call('GET', `${meeting}/results`)).body,
    ({ transcript }) => transcript?.segments?.length > 0,
  );
  // The recording ends with its last words: a look may come too late for them.
  expect(textsOf(results.transcript.segments).slice(0, spoken.length)).toEqual(textsOf(spoken));
  expect(spoken.length).toBeGreaterThan(0);
  expect((await address()).status).toBe(409);

  const { ended_at } = (await stack.call('GET', `/bots/${id}`)).body;
  const startedAt = Date.parse(ended_at) - results.media.duration_seconds * 1_000;
  const delays = [...delaysOf(segmentsIn(whole.messages), startedAt)].sort((one, other) => one - other);
  process.stdout.write(
    `From a line of the simulator to its reader: median ${delays[Math.floor(delays.length / 2)]} ms, longest ${delays.at(-1)} ms, of ${delays.length} lines.\n`,
  );
});

it('a ticket lets one connection in', async () => {
  const { address } = await aBotOnItsWay();
  const { url } = (await address()).body;
  const reader = await aLiveReader(url);

  await expect(aLiveReader(url)).rejects.toThrow('refused');
  await expect(aLiveReader(url.replace(/ticket=[^&]+/, 'ticket=live_wrong'))).rejects.toThrow('refused');

  reader.close();
});

it('a frame that a reader sends is answered with an error, and the reader reads on', async () => {
  const { id, read } = await aBotOnItsWay();
  const reader = await read();
  await reader.until((messages) => messages.length > 0);

  reader.send('hello');
  reader.send('{"action": "sendmessage"}');

  await eventually(
    () => reader.errors.length,
    (count) => count === 2,
  );
  // As API Gateway answers where there is no $default route.
  const forbidden = { message: 'Forbidden', connectionId: expect.any(String), requestId: expect.any(String) };
  expect(reader.errors).toEqual([forbidden, forbidden]);
  const before = reader.messages.length;
  await reader.until((messages) => messages.length > before);
  reader.close();
  await stack.call('POST', `/bots/${id}/leave`);
});
