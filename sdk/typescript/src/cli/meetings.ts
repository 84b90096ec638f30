import type { Meeting, MeetingResults } from '../generated/types.gen.js';
import { type Command, linesOr, UsageError, WORKSPACE } from './program.js';

const MOST = 100;
const PHASES: readonly Meeting['phase'][] = ['upcoming', 'live', 'past', 'cancelled'];

export const listMeetings: Command = {
  summary: 'Lists meetings, latest start first, at most a hundred.',
  options: { phase: { value: 'PHASE', help: `only meetings that are ${PHASES.join(', ')}` }, ...WORKSPACE },
  async run({ api, workspace, options }) {
    const phase = PHASES.find((one) => one === options['phase']);
    if (options['phase'] !== undefined && !phase) throw new UsageError(`--phase is one of ${PHASES.join(', ')}.`);
    const client = await api();
    const query = { workspace_id: await workspace(), limit: MOST, ...(phase && { phase }) };
    return (await client.listMeetings({ query })).data;
  },
  text: (meetings: readonly Meeting[]) =>
    linesOr('No meetings.', meetings, ({ id, starts_at, phase, title }) =>
      [id, starts_at ?? 'without a start', phase, title ?? 'without a title'].join('  '),
    ),
};

interface Shown {
  readonly meeting: Meeting;
  readonly results: MeetingResults;
}

export const showMeeting: Command = {
  summary: 'Shows a meeting with its summary and its transcript.',
  argument: { name: 'ID', help: 'the id of the meeting, mtg_…' },
  async run({ api, positionals: [id = ''] }): Promise<Shown> {
    const client = await api();
    const [meeting, results] = await Promise.all([
      client.readMeeting({ path: { id } }),
      client.readMeetingResults({ path: { id } }),
    ]);
    if (results.object !== 'meeting_results') throw new Error('The response is a transcript alone.');
    return { meeting, results };
  },
  text: ({ meeting, results }: Shown) => {
    const names = new Map(results.speakers.map(({ id, name }) => [id, name]));
    return [
      `${meeting.title ?? 'Meeting'} (${meeting.phase}), results ${results.status}`,
      ...(results.summary?.markdown ? ['', results.summary.markdown] : []),
      '',
      ...(results.transcript?.segments?.length === 0 ? ['No speech was recognized.'] : []),
      ...(results.transcript?.segments ?? []).map(
        ({ speaker_id, text }) => `${(speaker_id && names.get(speaker_id)) ?? 'Speaker'}: ${text}`,
      ),
    ];
  },
};
