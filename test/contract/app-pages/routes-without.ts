interface Route {
  readonly method: string;
  readonly path: string;
}

/** Paths by method, each with values in the place of its parameters. */
interface Asked {
  readonly GET: readonly string[];
  readonly POST: readonly string[];
}

/** The pages and forms of an app that none of the paths leads to, as `GET /app/meetings/:meeting`. */
export function routesWithout({ routes }: { readonly routes: readonly Route[] }, asked: Asked): readonly string[] {
  const withoutQuery = (path: string) => path.split('?')[0] ?? '';
  const isAsked = ({ method, path }: Route) => {
    const pattern = new RegExp(`^${path.replace(/:\w+(?:\{[^}]*\})?/g, '[^/]+')}$`);
    return asked[method as keyof Asked].some((one) => pattern.test(withoutQuery(one)));
  };
  return routes.filter((one) => one.method !== 'ALL' && !isAsked(one)).map(({ method, path }) => `${method} ${path}`);
}
