import { describe } from '@jest/globals';
import { aThousandLives } from '../../calendars/thousand-lives.ts';

describe('whatever happens to a calendar of Microsoft', () => aThousandLives('microsoft'));
