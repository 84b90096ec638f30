/** How the log groups of the functions of a stage begin, for the prefix that CloudWatch Logs Insights takes. */
export const logGroupsOf = (stage: string): string => `/rapporteur/rapporteur-${stage}-`;
