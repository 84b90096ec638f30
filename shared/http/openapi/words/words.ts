/**
 * What fields mean, where their name and type do not say it all. As in the sample values a name counts everywhere, and
 * `parent.name` or `Resource.name` there alone; a longer one wins.
 */
export type Words = Readonly<Record<string, string>>;
