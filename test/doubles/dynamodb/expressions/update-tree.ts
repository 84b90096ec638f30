import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Path } from './paths.ts';

/** What stands at the right of a SET. */
export type SetValue =
  | { readonly kind: 'path'; readonly path: Path }
  | { readonly kind: 'value'; readonly value: AttributeValue }
  | { readonly kind: 'ifNotExists'; readonly path: Path; readonly otherwise: SetValue }
  | { readonly kind: 'append'; readonly first: SetValue; readonly second: SetValue }
  | { readonly kind: 'sum' | 'difference'; readonly left: SetValue; readonly right: SetValue };

export type Action =
  | { readonly kind: 'set'; readonly path: Path; readonly to: SetValue }
  | { readonly kind: 'remove'; readonly path: Path }
  | { readonly kind: 'add' | 'delete'; readonly path: Path; readonly value: AttributeValue };

/** An update expression, read: its actions in the order they stand. */
export type Update = readonly Action[];
