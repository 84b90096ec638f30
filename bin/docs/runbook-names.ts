import { QUEUES as REDRIVEN } from '#bin/operator/redrive/queues';

/** A resource of a synthesized template. */
export interface Resource {
  readonly stack: string;
  readonly id: string;
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template is JSON of any depth.
  readonly properties: any;
}

const MARK = '<!-- names: printed by npm run docs -- runbook -->';

/** The runbook with the names of production's resources after its mark, where it ends. */
export const withNames = (runbook: string, resources: readonly Resource[]): string =>
  `${runbook.slice(0, runbook.indexOf(MARK))}${MARK}\n\n${sections(resources).join('\n\n')}\n`;

const sections = (resources: readonly Resource[]): readonly string[] => {
  const of = (type: string) => resources.filter((resource) => resource.type === type);
  const queues = of('AWS::SQS::Queue');
  return [
    '### Queues',
    table(
      ['Queue', 'Redriven as', 'Consumer', 'Dead-letter queue'],
      queues.flatMap((one) => queueRow(one, resources)),
    ),
    '### Dead-letter queues without a queue',
    list(queues.filter((one) => isDeadLetters(one) && !sourceOf(one, queues)).map(queueName)),
    '### Alarms',
    list(of('AWS::CloudWatch::Alarm').map(alarmName)),
    '### Rules',
    list(of('AWS::Events::Rule').map((one) => `${nameOr(one, 'Name')}: ${occasionOf(one)}`)),
    '### Functions',
    'The log group of each is `/rapporteur/` and its name.',
    list(of('AWS::Lambda::Function').map((one) => `\`${onStage(String(one.properties.FunctionName))}\``)),
  ];
};

/** One for a queue; none for a dead-letter queue. */
function queueRow(queue: Resource, resources: readonly Resource[]): readonly (readonly string[])[] {
  if (isDeadLetters(queue)) return [];
  const short = String(queue.properties.QueueName).replace(/^rapporteur-production-/, '');
  const [redriven = ''] = Object.entries(REDRIVEN).find(([, name]) => name === short) ?? [];
  const consumers = resources
    .filter(
      ({ type, properties }) => type.endsWith('EventSourceMapping') && idIn(properties.EventSourceArn) === queue.id,
    )
    .flatMap(({ properties }) => resources.filter(({ id }) => id === functionIn(properties.FunctionName, resources)))
    .map(({ properties }) => onStage(String(properties.FunctionName)));
  return [
    [
      queueName(queue),
      `\`${redriven}\``,
      `\`${consumers.join('`, `')}\``,
      `\`${onStage(`rapporteur-production-${short}-dead-letters`)}\``,
    ],
  ];
}

const isDeadLetters = ({ properties }: Resource): boolean => String(properties.QueueName).endsWith('-dead-letters');

const sourceOf = (deadLetters: Resource, queues: readonly Resource[]): Resource | undefined =>
  queues.find(({ properties }) => idIn(properties.RedrivePolicy?.deadLetterTargetArn) === deadLetters.id);

/** A mapping names a function, or its alias, which names the function: in a reference, or within a composed ARN. */
function functionIn(reference: unknown, resources: readonly Resource[]): string | undefined {
  const named = (type: string) =>
    resources.find((one) => one.type === type && JSON.stringify(reference).includes(`"${one.id}"`));
  const alias = named('AWS::Lambda::Alias');
  return alias ? functionIn(alias.properties.FunctionName, resources) : named('AWS::Lambda::Function')?.id;
}

/** Logical id behind `Fn::GetAtt` or `Ref`. */
function idIn(value: unknown): string {
  const { 'Fn::GetAtt': attribute, Ref: reference } = Object(value);
  return String(attribute?.[0] ?? reference);
}

const queueName = ({ properties }: Resource): string => `\`${onStage(String(properties.QueueName))}\``;

const alarmName = (alarm: Resource): string => nameOr(alarm, 'AlarmName');

/** Of CDK. */
const SUFFIX = /(?:Alarm)?[0-9A-F]{8}$/;

/** The fixed name, or the beginning of the one that CloudFormation chooses: stack and logical id. */
const nameOr = ({ stack, id, properties }: Resource, name: 'AlarmName' | 'Name'): string =>
  `\`${onStage(properties[name] === undefined ? `${stack}-${id.replace(SUFFIX, '')}…` : String(properties[name]))}\``;

function occasionOf({ properties }: Resource): string {
  if (properties.ScheduleExpression !== undefined) return String(properties.ScheduleExpression);
  const { source = [], 'detail-type': types = [] } = properties.EventPattern ?? {};
  const named = types.map((type: unknown) => (typeof type === 'string' ? type : `${Object(type).prefix}*`));
  return `${source.join(', ')}: ${named.join(', ')}`;
}

const onStage = (name: string): string => name.replace('rapporteur-production', 'rapporteur-<stage>');

const list = (lines: readonly string[]): string =>
  lines
    .toSorted()
    .map((line) => `- ${line}`)
    .join('\n');

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '-'), ...rows.toSorted()].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
