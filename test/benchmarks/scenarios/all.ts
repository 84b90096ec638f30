import type { Scenario } from '../scenario.ts';
import { agentSessions } from './agent-sessions.ts';
import { bots } from './bots.ts';
import { branding } from './branding.ts';
import { calendarConnections } from './calendar-connections.ts';
import { calendarEvents } from './calendar-events.ts';
import { conversations } from './conversations.ts';
import { directory } from './directory.ts';
import { exportScenarios } from './exports.ts';
import { folderScenarios } from './folders.ts';
import { glossaryScenarios } from './glossaries.ts';
import { meetings } from './meetings.ts';
import { membershipScenarios } from './memberships.ts';
import { orderScenarios } from './orders.ts';
import { peopleScenarios } from './people.ts';
import { resourceScenarios } from './resources.ts';
import { searchScenarios } from './search.ts';
import { settings } from './settings.ts';
import { uploadScenarios } from './uploads.ts';
import { webhooks } from './webhooks.ts';

/** Every endpoint at least once; test/contract/round-trips.test.ts holds that none is missing. */
export const scenarios: readonly Scenario[] = [
  ...directory,
  ...membershipScenarios,
  ...meetings,
  ...calendarEvents,
  ...calendarConnections,
  ...bots,
  ...conversations,
  ...exportScenarios,
  ...folderScenarios,
  ...peopleScenarios,
  ...resourceScenarios,
  ...uploadScenarios,
  ...glossaryScenarios,
  ...orderScenarios,
  ...searchScenarios,
  ...settings,
  ...branding,
  ...webhooks,
  ...agentSessions,
];
