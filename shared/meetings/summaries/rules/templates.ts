/** What a summary made by a template consists of, in the order in which it is shown. */
export interface BuiltInTemplate {
  /** The slug by which settings name the template. */
  readonly id: string;
  readonly title: string;
  readonly sections: readonly TemplateSection[];
}

export interface TemplateSection {
  readonly key: string;
  readonly title: string;
  /** What belongs into the section, for the summarizer. */
  readonly instructions: string;
}

const section = (key: string, title: string, instructions: string): TemplateSection => ({ key, title, instructions });

const OVERVIEW = section(
  'overview',
  'Overview',
  'What the meeting was about and what came out of it, in a few sentences.',
);
const DECISIONS = section('decisions', 'Decisions', 'What was decided or agreed, and by whom where it was said.');
const ACTION_ITEMS = section(
  'action_items',
  'Action items',
  'What has to be done, by whom and by when, where it was said.',
);
const NEXT_STEPS = section(
  'next_steps',
  'Next steps',
  'What happens after the meeting: dates, follow-ups, the next meeting.',
);
const QUESTIONS = section('open_questions', 'Open questions', 'What was asked and stayed open.');
const RISKS = section(
  'risks',
  'Risks and blockers',
  'What stands in the way or may go wrong: problems, delays, blockers.',
);

/** The ten built-in templates, in the order in which they are listed. */
export const BUILT_IN_TEMPLATES: readonly BuiltInTemplate[] = [
  { id: 'general', title: 'General', sections: [OVERVIEW, DECISIONS, ACTION_ITEMS, NEXT_STEPS] },
  {
    id: 'sales_call',
    title: 'Sales call',
    sections: [
      OVERVIEW,
      section('needs', 'Needs and problems', 'What the customer needs, and the problems they want to solve.'),
      section('objections', 'Objections', 'What the customer worries about: price, risk, effort, competitors.'),
      section('budget_and_timing', 'Budget and timing', 'Price, budget, contract, dates and who decides.'),
      NEXT_STEPS,
    ],
  },
  {
    id: 'customer_check_in',
    title: 'Customer check-in',
    sections: [
      OVERVIEW,
      section('feedback', 'Feedback', 'What the customer likes, what they dislike, and what they ask for.'),
      RISKS,
      ACTION_ITEMS,
      NEXT_STEPS,
    ],
  },
  {
    id: 'one_on_one',
    title: 'One-on-one',
    sections: [
      OVERVIEW,
      section('feedback', 'Feedback', 'What one said about the other’s work: praise, criticism, wishes.'),
      section('growth', 'Goals and growth', 'Goals, learning and career.'),
      ACTION_ITEMS,
    ],
  },
  {
    id: 'interview',
    title: 'Interview',
    sections: [
      OVERVIEW,
      section('experience', 'Experience', 'What the candidate worked on: roles, projects, skills, teams.'),
      section('strengths', 'Strengths', 'What speaks for the candidate, in their own words.'),
      QUESTIONS,
      NEXT_STEPS,
    ],
  },
  {
    id: 'stand_up',
    title: 'Stand-up',
    sections: [
      section('done', 'Done', 'What was finished since the last time: done, fixed, shipped.'),
      section('planned', 'Planned', 'What each will work on next, today or tomorrow.'),
      RISKS,
    ],
  },
  {
    id: 'project_review',
    title: 'Project review',
    sections: [
      OVERVIEW,
      section('progress', 'Progress', 'What was finished or moved forward: done, ready, shipped.'),
      RISKS,
      DECISIONS,
      ACTION_ITEMS,
    ],
  },
  {
    id: 'user_research',
    title: 'User research',
    sections: [
      OVERVIEW,
      section('feedback', 'What the person said', 'What the person likes, dislikes, finds hard or confusing.'),
      section('needs', 'Needs and problems', 'What the person tries to achieve, and what keeps them from it.'),
      section('ideas', 'Ideas and wishes', 'What the person suggests or wishes for.'),
    ],
  },
  {
    id: 'brainstorm',
    title: 'Brainstorm',
    sections: [
      OVERVIEW,
      section('ideas', 'Ideas', 'Every idea that was brought up.'),
      DECISIONS,
      QUESTIONS,
      NEXT_STEPS,
    ],
  },
  {
    id: 'lecture',
    title: 'Lecture',
    sections: [
      OVERVIEW,
      section('key_points', 'Key points', 'The main statements, in the order in which they were made.'),
      section('definitions', 'Terms', 'Terms that were defined or explained: what something is, means or is called.'),
      QUESTIONS,
    ],
  },
];

/** After "must be", in refusals of what names a template. */
export const TEMPLATES_ALLOWED = `one of ${BUILT_IN_TEMPLATES.map(({ id }) => id).join(', ')}, or the id of a template of the workspace`;

export const builtInTemplate = (slug: string): BuiltInTemplate | undefined =>
  BUILT_IN_TEMPLATES.find((template) => template.id === slug);
