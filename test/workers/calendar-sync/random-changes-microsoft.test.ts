import { manySequences } from '#test/calendars/many-sequences';
import { describe } from '#test/support/jest';

describe('random changes of a calendar of Microsoft', () => manySequences('microsoft'));
