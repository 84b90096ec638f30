import type { VersionChange } from '#shared/foundation/versions/version-change';

export const botMetadataBecomesFlat: VersionChange = {
  summary:
    'Bot `metadata` is a flat map of strings: `PATCH /bots/{id}` merges it, and nested values are refused with 422. Earlier pins keep any JSON object up to 16 KB, replaced on patch and returned as stored. At this version, a nested value reads as its JSON text, cut at 500 characters.',
  behaviours: ['nested-bot-metadata'],
  answers: {
    bot: ({ legacy, ...bot }) => {
      const { metadata } = (legacy ?? {}) as { metadata?: unknown };
      return { ...bot, legacy, metadata: metadata ?? bot['metadata'] };
    },
  },
};
