import { inCamelCase } from '#shared/foundation/versions/camel-case';
import type { Server, Shape, VersionChange } from '#shared/foundation/versions/version-change';

const TIMES: readonly string[] = ['created_at', 'updated_at', 'submitted_at', 'ended_at'];
const LISTS: readonly string[] = ['operations', 'ingestions', 'transcriptions'];

export const ordersBecomeSnakeCase: VersionChange = {
  summary:
    "Orders and what they list have snake_case fields, and timestamps in UTC with a `Z`. Earlier pins keep camelCase (`outputsIds`, `estimatedAt`) and the server's offset, such as `+00:00`; milliseconds stay.",
  answers: { order: (order, server) => older(order, server) },
};

function older(order: Shape, server: Server): Shape {
  const listed = LISTS.map((name) => [name, itemsOf(order[name], server)] as const);
  const [pricing, usage] = [shapeOf(order['pricing'], server), shapeOf(order['usage'], server)];
  return inCamelCase({ ...order, ...Object.fromEntries(listed), pricing, usage }, TIMES, server);
}

/** Pricing is null where the deployment has no price; stored events of before have no usage. */
const shapeOf = (part: unknown, server: Server): unknown => (isShape(part) ? inCamelCase(part, [], server) : part);

const isShape = (value: unknown): value is Shape => typeof value === 'object' && value !== null;

const itemsOf = (items: unknown, server: Server): unknown =>
  Array.isArray(items) ? items.map((item: Shape) => itemOf(item, server)) : items;

/** Operations of stored events of before have no issues. */
function itemOf(item: Shape, server: Server): Shape {
  const { issues } = item;
  const listed = Array.isArray(issues) && { issues: issues.map((issue: Shape) => inCamelCase(issue, [], server)) };
  return inCamelCase({ ...item, ...listed }, ['estimated_at'], server);
}
