import { describe, expect, it } from '#test/support/jest';
import deployed from '../data/deployed-resources.json' with { type: 'json' };
import { deployedResources } from './deployed-resources.ts';

describe('a deploy over an older one', () => {
  it.each(['sandbox', 'production'] as const)(
    'finds every resource again that holds data or has a name, and replaces none: %s',
    (stage) => {
      // A new resource has a new line in the file; a line that changes or goes is data or messages that are lost.
      expect(deployedResources(stage)).toEqual(deployed[stage]);
    },
  );
});
