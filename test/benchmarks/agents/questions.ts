import { DAY_MS, type Instant, isoOf, utcDateOf } from '#shared/foundation/core/time';
import type { GeneratedMeeting, PlantedFact } from '#test/support/generated-meetings';
import { aroundBestHit, bestResult, call, type Question, withMeeting } from './question.ts';

/** All facts that are asked for are planted in so many meetings: there have to be as many. */
export const FEWEST_MEETINGS = 60;

/** Of the meeting that the simulator plays. */
const OF_THE_SHIPPED_MEETING: readonly Question[] = [
  {
    question: 'When is the beta launch?',
    answer: 'Tuesday, the ninth of June',
    plan: [call('search_meetings', { text: 'beta launch moves' })],
  },
  {
    question: 'What does the beta cost?',
    answer: 'twelve dollars for the whole beta',
    plan: [call('search_meetings', { text: 'price beta dollars' })],
  },
  {
    question: 'What is a risk for the launch?',
    answer: 'late invoices this week. That is a real risk',
    plan: [call('search_meetings', { text: '"real risk" launch' })],
  },
  {
    question: 'What did Alan promise once the date was set?',
    answer: 'I will write to the customers and tell them the new date.',
    plan: [call('search_meetings', { text: '"ninth of June"' }), aroundBestHit],
  },
  {
    question: 'What does Ross have to do by Friday?',
    answer: 'I will finish the fix for the invoices by Friday. (Ross',
    plan: [call('list_action_items', { assignee: 'Ross', limit: 5 })],
  },
  {
    question: 'Who books the room for Monday?',
    answer: 'I will book the room for Monday. (Maya',
    plan: [call('list_action_items', { limit: 5 })],
  },
  {
    question: 'What did our last meeting decide about the price?',
    answer: 'keep the price at twelve dollars',
    plan: [call('list_meetings', { limit: 1 }), withMeeting('get_summary')],
  },
  {
    question: 'Research: is the sign-up page ready?',
    answer: 'The sign up page is ready.',
    plan: [call('search', { query: 'sign up page ready' }), bestResult],
  },
];

interface Planted {
  readonly meeting: GeneratedMeeting;
  readonly fact: PlantedFact;
}

/** Forty questions over the shipped meeting and generated ones. */
export function questionsAbout(meetings: readonly GeneratedMeeting[]): readonly Question[] {
  const asked = meetings.slice(0, FEWEST_MEETINGS);
  const take = takerOf(asked.flatMap(plantedIn));
  const each = <Of>(of: readonly Of[], make: (one: Of) => Question) => of.map(make);
  return [
    ...OF_THE_SHIPPED_MEETING,
    ...each(TOPICS, (topic) => onADay(take(topic))),
    ...each(['launch', 'budget', 'outage', 'vendor'], (topic) => byPerson(take(topic))),
    ...each(['price', 'hiring', 'contract', 'audit'], (topic) => withCompany(take(topic))),
    ...each(['launch', 'budget'], (topic) => onPlatform(take(topic))),
    ...each(['hiring', 'price'], (topic) => whatCameNext(take(topic))),
    ...each(['outage', 'vendor'], (topic) => research(take(topic))),
    ...each([3, 14, 25, 37], (nth) => lastMet(meetings, guestOf(asked, nth).company)),
    ...each([7, 18, 29], (nth) => addressOf(guestOf(asked, nth))),
    ...each([11, 22, 44], (nth) => whoWasThere(meetingOf(asked, nth))),
  ];
}

/** Facts of a meeting with another company that it does not state twice. */
const plantedIn = (meeting: GeneratedMeeting): readonly Planted[] =>
  isInternal(meeting)
    ? []
    : meeting.facts
        .filter(({ id }) => meeting.facts.filter((other) => other.id === id).length === 1)
        .map((fact) => ({ meeting, fact }));

const isInternal = ({ participants }: GeneratedMeeting): boolean =>
  new Set(participants.map(({ company }) => company)).size === 1;

const TOPICS = ['launch', 'budget', 'price', 'hiring', 'contract', 'outage', 'audit', 'vendor'];

/** Takes the next fact about a topic, each once. */
function takerOf(planted: readonly Planted[]): (topic: string) => Planted {
  const left = [...planted];
  return (topic) => {
    const at = left.findIndex(({ fact }) => fact.topic === topic);
    const [taken] = at < 0 ? [] : left.splice(at, 1);
    if (!taken) throw new Error(`Too few meetings speak of ${topic}.`);
    return taken;
  };
}

const meetingOf = (meetings: readonly GeneratedMeeting[], nth: number): GeneratedMeeting => {
  const meeting = meetings[nth];
  if (!meeting) throw new Error(`There are no ${nth} meetings.`);
  return meeting;
};

/** Someone of another company. */
const guestOf = (meetings: readonly GeneratedMeeting[], nth: number) =>
  meetingOf(meetings, nth).participants[1] as GeneratedMeeting['participants'][number];

/** The day of a meeting, as arguments of tools. */
const spanOf = (at: Instant) => ({
  starts_after: `${utcDateOf(at)}T00:00:00Z`,
  starts_before: `${utcDateOf((at + DAY_MS) as Instant)}T00:00:00Z`,
});
const termsOf = ({ project, topic }: PlantedFact): string => `${project} ${topic}`;

const onADay = ({ meeting, fact }: Planted): Question => ({
  question: `What was said on ${utcDateOf(meeting.startsAt)} about the ${fact.topic} of ${fact.project}?`,
  answer: fact.sentence,
  plan: [call('search_meetings', { text: termsOf(fact), ...spanOf(meeting.startsAt) })],
});

const byPerson = ({ meeting, fact }: Planted): Question => ({
  question: `What did we hear about the ${fact.topic} of ${fact.project} when ${fact.speaker} was there?`,
  answer: fact.sentence,
  plan: [call('search_meetings', { text: termsOf(fact), person: emailOf(meeting, fact.speaker) })],
});

const emailOf = ({ participants }: GeneratedMeeting, name: string) =>
  participants.find((one) => one.name === name)?.email;

const withCompany = ({ meeting, fact }: Planted): Question => {
  const { company } = guestOf([meeting], 0);
  return {
    question: `What did we tell ${company} about the ${fact.topic} of ${fact.project}?`,
    answer: fact.sentence,
    plan: [call('search_meetings', { text: termsOf(fact), company: `${company.toLowerCase()}.example` })],
  };
};

const onPlatform = ({ meeting, fact }: Planted): Question => ({
  question: `What was said about the ${fact.topic} of ${fact.project} on ${meeting.platform} on ${utcDateOf(meeting.startsAt)}?`,
  answer: fact.sentence,
  plan: [call('search_meetings', { text: termsOf(fact), platform: meeting.platform, ...spanOf(meeting.startsAt) })],
});

const whatCameNext = ({ meeting, fact }: Planted): Question => {
  const at = meeting.cues.findIndex(({ text }) => text === fact.sentence);
  const next = meeting.cues[at + 1] ?? meeting.cues[at - 1];
  return {
    question: `What was said beside “${fact.sentence}” on ${utcDateOf(meeting.startsAt)}?`,
    answer: next?.text ?? '',
    plan: [
      call('search_meetings', {
        text: `"${fact.sentence.replace(/\.$/, '')}"`,
        person: emailOf(meeting, fact.speaker),
        ...spanOf(meeting.startsAt),
      }),
      aroundBestHit,
    ],
  };
};

const research = ({ fact }: Planted): Question => ({
  question: `Research: ${fact.question}?`,
  answer: fact.sentence,
  plan: [call('search', { query: `"${fact.sentence.replace(/\.$/, '')}"` }), bestResult],
});

const lastMet = (meetings: readonly GeneratedMeeting[], company: string): Question => {
  const with_ = meetings.filter(({ participants }) => participants.some((one) => one.company === company));
  const at = Math.max(...with_.map(({ startsAt }) => startsAt)) as Instant;
  return {
    question: `When did we last meet ${company}?`,
    answer: `last met ${isoOf(at)}`,
    plan: [call('list_companies', { q: company })],
  };
};

const addressOf = ({ name, email }: ReturnType<typeof guestOf>): Question => ({
  question: `Which email address does ${name} have?`,
  answer: `<${email}>`,
  plan: [call('list_people', { q: name })],
});

const whoWasThere = ({ title, startsAt, participants }: GeneratedMeeting): Question => ({
  question: `Who was in “${title}” on ${utcDateOf(startsAt)}?`,
  answer: `Participants: ${participants.map(({ name }) => name).join(', ')}`,
  plan: [
    call('list_meetings', { ...spanOf(startsAt), limit: 50 }),
    withMeeting('get_meeting', { title, startsAt: isoOf(startsAt) }),
  ],
});
