import { describe, expect, it } from '@jest/globals';
import { changeWorkspace } from '#bin/operator/workspace';
import type { WorkspaceId } from '#shared/core/ids';
import { aWorld } from '#test/support/api';

describe('npm run workspace', () => {
  it('allows and forbids the work of people, each for itself', async () => {
    const { context, anOwner } = aWorld();
    const { workspaceId } = await anOwner('Acme');
    const change = (allowed: Parameters<typeof changeWorkspace>[2]) =>
      changeWorkspace(context.table, workspaceId, allowed);

    expect(await change({ humanTranslation: true })).toContain('human transcription off, human translation on');
    expect(await change({ humanTranscription: true })).toContain('human transcription on, human translation on');
    expect(await change({ humanTranslation: false })).toContain('human transcription on, human translation off');
  });

  it('refuses an unknown workspace', async () => {
    const { context } = aWorld();

    await expect(changeWorkspace(context.table, 'wks_none' as WorkspaceId, {})).rejects.toThrow(
      'no workspace wks_none',
    );
  });
});
