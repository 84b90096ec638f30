import type { Condition, Operand } from './condition-tree.ts';

/** The attributes a condition looks at: the first name of each path. */
export const namesIn = (condition: Condition): readonly string[] => {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return [...namesIn(condition.left), ...namesIn(condition.right)];
    case 'not':
      return namesIn(condition.condition);
    case 'exists':
    case 'type':
      return [condition.path[0]];
    default:
      return Object.values(condition).flatMap(namesInPart);
  }
};

const namesInPart = (part: string | Operand | readonly Operand[]): readonly string[] => {
  if (typeof part === 'string') return [];
  if (!('kind' in part)) return part.flatMap(namesInPart);
  if (part.kind === 'size') return namesInPart(part.of);
  return part.kind === 'path' ? [part.path[0]] : [];
};
