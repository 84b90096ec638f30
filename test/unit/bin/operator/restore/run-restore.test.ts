import { CliError } from '#bin/cli/cli-error';
import { restoredName } from '#bin/operator/restore/restore-point';
import { later, MINUTE_MS } from '#shared/foundation/core/time';
import { noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { aStageToRestore, type Kill, Killed, TO } from './a-stage-to-restore.ts';

const WAS = {
  'wks_1 .': 'Acme',
  'mem_1 .': 'Ada',
  'mem_2 .': 'Ben',
  'usr_1 KEY': 'leaked key',
  'usr_2 .': 'a removed user',
  'SES#1 .': 'a session that has ended',
  'mtg_1 MAIL#a': 'a mail of before',
  'usr_1 IDEM#1': 'expired meanwhile until -10',
  'SRC#1 .': 'expired meanwhile until -10',
};
const IS = {
  'wks_1 .': 'Acme, damaged',
  'mem_2 .': 'Ben',
  'mem_3 .': 'made by mistake',
  'usr_1 KEY': 'new key',
  'SES#2 .': 'a session of now',
  'mtg_1 MAIL#a': 'a mail of before',
  'mtg_1 MAIL#b': 'a mail that was sent since',
  'aud_1 .': 'what happened since',
  'SYSTEM CURSOR_KEY': 'made since',
  'SRC#1 .': 'renewed until 60',
};
const AFTERWARDS = {
  'wks_1 .': 'Acme',
  'mem_1 .': 'Ada',
  'mem_2 .': 'Ben',
  'usr_1 KEY': 'new key',
  'usr_2 .': 'a removed user',
  'SES#2 .': 'a session of now',
  'mtg_1 MAIL#a': 'a mail of before',
  'mtg_1 MAIL#b': 'a mail that was sent since',
  'aud_1 .': 'what happened since',
  'SYSTEM CURSOR_KEY': 'made since',
};
const FUNCTIONS = {
  'rapporteur-sandbox-api-bots': { timeoutSeconds: 30, reserved: 50 },
  'rapporteur-sandbox-outbox-relay': { timeoutSeconds: 60, reserved: null, mapping: 'Enabled' },
  'another-service': { timeoutSeconds: 900, reserved: 7, mapping: 'Enabled' },
};

describe('npm run ops -- restore', () => {
  it('makes rows what they were, and gives functions back what they had', async () => {
    const stage = await aStageToRestore({ was: WAS, is: IS });

    await stage.run();

    expect(stage.rows()).toEqual(AFTERWARDS);
    expect(stage.functions).toEqual(FUNCTIONS);
    expect(stage.printed).toEqual(
      expect.arrayContaining([
        expect.stringContaining('is set back to'),
        '2 functions stopped at 2026-11-02T12:00:09.000Z.',
        'Every row is what it was.',
        'Due as soon as the service runs: bot 2.',
        expect.stringContaining('The service runs again, after'),
      ]),
    );
  });

  it('goes on where it was killed, at each of its requests', async () => {
    const isKilled = async (kill: Kill): Promise<boolean> => {
      const stage = await aStageToRestore({ was: WAS, is: IS });
      const ended = await stage.run({}, kill).then(
        () => 'done',
        (error: unknown) => (error instanceof Killed ? 'killed' : Promise.reject(error)),
      );
      await stage.run();
      expect([kill, stage.rows(), stage.functions]).toEqual([kill, AFTERWARDS, FUNCTIONS]);
      return ended === 'killed';
    };
    let requests = 0;
    for (const when of ['before', 'after'] as const)
      for (let at = 1; await isKilled({ at, when }); at += 1) requests += 1;

    // The number only says that it was killed at many places.
    expect(requests).toBeGreaterThan(60);
  });

  it('removes what invocations wrote that were under way when it stopped the functions', async () => {
    const stage = await aStageToRestore({
      was: WAS,
      is: IS,
      whileWaiting: async () => {
        const isStopped = Object.values(stage.functions).some(({ reserved }) => reserved === 0);
        if (isStopped && stage.rows()['mem_1 .'] === 'Ada') await stage.write('mem_4 .', 'written late');
      },
    });

    await stage.run();

    expect(stage.rows()).toEqual(AFTERWARDS);
  });

  it('does not start the service while another program writes rows', async () => {
    const stage = await aStageToRestore({ was: WAS, is: IS, hasAnotherWriter: true });

    await expect(stage.run()).rejects.toThrow(CliError);

    expect(stage.functions).toMatchObject({ 'rapporteur-sandbox-api-bots': { reserved: 0 } });
  });

  it('leaves the service stopped with --hold, and starts it without', async () => {
    const stage = await aStageToRestore({ was: WAS, is: IS });

    await stage.run({ hold: true });
    expect(stage.rows()).toEqual(AFTERWARDS);
    expect(stage.functions).toMatchObject({
      'rapporteur-sandbox-api-bots': { reserved: 0 },
      'rapporteur-sandbox-outbox-relay': { reserved: 0, mapping: 'Disabled' },
      'another-service': { reserved: 7, mapping: 'Enabled' },
    });
    await stage.run();

    expect(stage.functions).toEqual(FUNCTIONS);
  });

  it('sets nothing back a second time', async () => {
    const stage = await aStageToRestore({ was: WAS, is: IS });
    await stage.run();
    await stage.write('mem_6 .', 'made after the restore');

    await stage.run();

    expect(stage.rows()).toEqual({ ...AFTERWARDS, 'mem_6 .': 'made after the restore' });
    expect(stage.printed.at(-1)).toContain(`delete the table ${restoredName('sandbox', TO)} first`);
  });

  it('changes nothing unless it is confirmed', async () => {
    const stage = await aStageToRestore({ was: WAS, is: IS, confirms: false });

    await expect(stage.run()).rejects.toThrow('Not confirmed');

    expect([stage.rows(), stage.functions, stage.restoredTables()]).toEqual([IS, FUNCTIONS, []]);
  });

  it('changes nothing where the restored table is empty', async () => {
    const stage = await aStageToRestore({ was: {}, is: IS });

    await expect(stage.run()).rejects.toThrow('has no rows');

    expect([stage.rows(), stage.functions]).toEqual([IS, FUNCTIONS]);
  });

  it('changes nothing where DynamoDB removes a table that it could not restore', async () => {
    const stage = await aStageToRestore({ was: WAS, is: IS, restoreFails: true });

    await expect(stage.run()).rejects.toThrow('DynamoDB did not restore it');

    expect([stage.rows(), stage.functions]).toEqual([IS, FUNCTIONS]);
  });

  it('says in a sentence what AWS refuses', async () => {
    const refusal = Object.assign(new Error('not authorized'), { name: 'AccessDeniedException', $metadata: {} });
    const stage = await aStageToRestore({ was: WAS, is: IS, refusal });

    await expect(stage.run()).rejects.toThrow(
      new CliError('AWS refused a request, AccessDeniedException: not authorized. Run the command again to go on'),
    );
  });

  it('changes nothing for a moment that cannot be restored', async () => {
    const stage = await aStageToRestore({ was: WAS, is: IS });

    await expect(stage.run({ to: later(noon, -MINUTE_MS) })).rejects.toThrow('outside of what can be restored');

    expect([stage.rows(), stage.functions, stage.restoredTables()]).toEqual([IS, FUNCTIONS, []]);
  });
});
