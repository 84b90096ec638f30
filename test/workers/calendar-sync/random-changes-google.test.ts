import { describe } from '@jest/globals';
import { manySequences } from '#test/calendars/many-sequences';

describe('random changes of a calendar of Google', () => manySequences('google'));
