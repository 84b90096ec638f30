import type { html } from 'hono/html';

/** What `html` of hono/html returns: text inside it is escaped, markup is not. */
export type Markup = ReturnType<typeof html>;
