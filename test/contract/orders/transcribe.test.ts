import { allowHumanWork } from '#shared/accounts/workspaces/commands/allow-human-work';
import { modelServers } from '#shared/foundation/model-servers/store';
import { subtitleContract, transcribeContract } from '#shared/texts/orders/media-contract';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aMediaOrderWorld } from './a-media-order.ts';

describe('POST /transcribe', () => {
  it('201: makes the order with its ingestion, one operation and one conversation', async () => {
    const { order, owner, conversation, url } = await aMediaOrderWorld();

    const answer = await order({ tags: ['a', 'a'], speakers: { count: 2 }, boost: true });

    const body = expectSuccess(transcribeContract, answer, 201);
    const [text] = body.outputs_ids;
    expect(body).toMatchObject({
      ...{ workspace_id: owner.workspaceId, kind: 'transcription', state: 'submitted', name: 'interview.mp4' },
      ...{ language: 'en', target_languages: [], tags: ['a'], pricing: null, failure_reason: null },
      operations: [{ kind: 'transcription', state: 'pending', language: 'en', target_language: null }],
      ingestions: [
        { state: 'pending', url: url.split('?')[0], size: null, duration_seconds: null, audio_tracks: null, notes: [] },
      ],
      transcriptions: [{ id: text, state: 'initial' }],
    });
    expect((await conversation(text)).body).toMatchObject({
      ...{ kind: 'transcription', state: 'initial', language: 'en', name: 'interview.mp4', order_id: body.id },
      ...{ meeting: null, source_conversation_id: null },
    });
  });

  it('201: recognizes the language, names the order after the file of a public URL, and shows its URL without the query', async () => {
    const { order, world } = await aMediaOrderWorld();

    const body = expectSuccess(
      transcribeContract,
      await order({ url: 'https://files.example.test/a%20talk.mp3?key=secret', language: 'auto' }),
      201,
    );

    expect([body.name, body.language, body.ingestions[0].url]).toEqual([
      ...['a talk.mp3', null, 'https://files.example.test/a%20talk.mp3'],
    ]);
    expect(JSON.stringify(world.dynamo.items())).not.toContain('key=secret');
  });

  it('201: takes the only workspace of the key', async () => {
    const { order, owner } = await aMediaOrderWorld();

    const body = expectSuccess(transcribeContract, await order({ workspace_id: undefined }), 201);

    expect(body.workspace_id).toBe(owner.workspaceId);
  });

  it('400: without a url and a language', async () => {
    const { order } = await aMediaOrderWorld();

    const answer = await order({ url: undefined, language: undefined });

    expect(expectError(transcribeContract, answer, 400)).toEqual(['missing url', 'missing language']);
  });

  it('401: a guest', async () => {
    const { order, world, owner } = await aMediaOrderWorld();
    const guest = await world.aColleague(owner.workspaceId, 'guest');

    expect(expectError(transcribeContract, await order({}, { as: guest.key }), 401)).toEqual(['unauthorized']);
  });

  it('403: work of people that the workspace does not have; 201 where it has it', async () => {
    const { order, world, owner } = await aMediaOrderWorld();

    expect(expectError(transcribeContract, await order({ service: 'pro' }), 403)).toEqual(['plan_upgrade_required']);
    await allowHumanWork(world.context)(owner.workspaceId, { humanTranscription: true });

    expect((await order({ service: 'pro' })).status).toBe(201);
  });

  it.each([
    [{ url: 'http://files.example.test/a.mp3' }, 'invalid url'],
    [{ url: 'https://10.0.0.1/a.mp3' }, 'invalid url'],
    [{ url: 'ftp://files.example.test/a.mp3' }, 'invalid url'],
    [{ url: 'no url' }, 'invalid url'],
    [{ language: 'not a language' }, 'invalid language'],
    [{ speakers: { count: 31 } }, 'invalid speakers.count'],
    [{ speakers: { count: 1.5 } }, 'invalid_type speakers.count'],
    [{ speakers: { tracks: 8 } }, 'invalid_type speakers.tracks'],
    [{ speakers: { tracks: true, channels: true } }, 'invalid speakers.tracks'],
    [{ folder_id: 'fol_01jbzq1f0he2k9m4vxr8t6d5cp' }, 'invalid folder_id'],
    [{ glossary_ids: ['glo_01jbzq1f0he2k9m4vxr8t6d5cp'] }, 'invalid glossary_ids'],
    [{ speed: 'fast' }, 'unknown_field speed'],
  ])('422: %j', async (changes, fault) => {
    const { order } = await aMediaOrderWorld();

    expect(expectError(transcribeContract, await order(changes), 422)).toEqual([fault]);
  });

  it('422: tracks where the speech service hears one of them, and 201 where it hears each', async () => {
    const { order, world } = await aMediaOrderWorld();
    const { speech } = modelServers(world.context.table, world.context.sealer);
    const ofTracks = { speakers: { tracks: true } };
    await speech.save({ kind: 'amazon_transcribe' });

    expect(expectError(transcribeContract, await order(ofTracks), 422)).toEqual(['not_available speakers.tracks']);
    expect((await order({ speakers: { tracks: false } })).status).toBe(201);
    await speech.save({
      ...{ kind: 'openai_compatible', baseUrl: 'https://speech.test', model: 'whisper-1', apiKey: 'sk-1' },
      maxUploadBytes: null,
    });
    expect((await order(ofTracks)).status).toBe(201);
  });

  it('422: an upload of another workspace', async () => {
    const { order, world, url } = await aMediaOrderWorld();
    const stranger = await world.anOwner('Other');

    const answer = await order({ workspace_id: stranger.workspaceId, url }, { as: stranger.key });

    expect(expectError(transcribeContract, answer, 422)).toEqual(['invalid url']);
  });

  it('429: the hundred and first order of an hour', async () => {
    const { order } = await aMediaOrderWorld();
    for (let nth = 0; nth < 100; nth += 1) await order();

    expect(expectError(transcribeContract, await order(), 429)).toEqual(['rate_limited']);
  });
});

describe('POST /subtitle', () => {
  it('201: makes the order of a conversation of subtitles', async () => {
    const { order, conversation } = await aMediaOrderWorld();

    const body = expectSuccess(subtitleContract, await order({}, { path: '/subtitle' }), 201);

    expect([body.kind, body.operations[0].kind]).toEqual(['subtitles', 'subtitles']);
    expect((await conversation(body.outputs_ids[0])).body.kind).toBe('subtitles');
  });
});
