import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Path } from './paths.ts';

export type Comparator = '=' | '<>' | '<' | '<=' | '>' | '>=';

export type Operand =
  | { readonly kind: 'path'; readonly path: Path }
  | { readonly kind: 'value'; readonly value: AttributeValue }
  | { readonly kind: 'size'; readonly of: Operand };

/** A condition, filter or key condition, read. */
export type Condition =
  | { readonly kind: 'and' | 'or'; readonly left: Condition; readonly right: Condition }
  | { readonly kind: 'not'; readonly condition: Condition }
  | { readonly kind: 'compare'; readonly comparator: Comparator; readonly left: Operand; readonly right: Operand }
  | { readonly kind: 'between'; readonly operand: Operand; readonly low: Operand; readonly high: Operand }
  | { readonly kind: 'in'; readonly operand: Operand; readonly choices: readonly Operand[] }
  | { readonly kind: 'exists'; readonly path: Path; readonly wanted: boolean }
  | { readonly kind: 'type'; readonly path: Path; readonly type: string }
  | { readonly kind: 'begins'; readonly operand: Operand; readonly part: Operand }
  | { readonly kind: 'contains'; readonly operand: Operand; readonly part: Operand };
