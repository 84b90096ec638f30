/**
 * Hands a request of the gateway on to the function of a group, and its answer back. Throws `Throttled` when the
 * function takes no more at the moment, anything else when it broke.
 */
export interface EndpointGroups<Request, Answer> {
  call(group: string, request: Request): Promise<Answer>;
}
