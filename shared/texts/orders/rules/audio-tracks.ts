import type { MediaOrder } from '#shared/texts/orders/rules/order';

type Source = Pick<MediaOrder, 'ingestion' | 'speakers'>;

/** So many tracks of a file are transcribed one by one: recorders of calls and of games write up to six. */
export const MOST_TRACKS = 8;

/** How many tracks of the file of an order are heard: all of them where each is a speaker, else one. */
export const heardTracks = ({ ingestion, speakers }: Source): number =>
  speakers.tracks === true && ingestion.state === 'done' ? (ingestion.audioTracks ?? 1) : 1;

/** What of the file of an order is not transcribed, as sentences. */
export function ingestionNotes({ ingestion, speakers }: Source): readonly string[] {
  const audioTracks = ingestion.state === 'done' ? (ingestion.audioTracks ?? 1) : 1;
  if (audioTracks === 1 || speakers.tracks === true) return [];
  return [
    `The file has ${audioTracks} audio tracks, of which the default one is transcribed. An order with speakers.tracks: true transcribes each of them.`,
  ];
}
