/**
 * What the clients call an operation where its id in the OpenAPI document, which is made of its summary, is not what one
 * would guess. The ids stay as they are for clients that others generate; in our clients they are deprecated names.
 */
const NAMES: Readonly<Record<string, string>> = {
  addTermsToGlossary: 'addTerms',
  changeMeetingOwnSettings: 'changeMeetingSettings',
  changeRoleOfMembership: 'changeMembership',
  correctSegmentsOfConversation: 'correctTranscript',
  convertConversationToSubtitles: 'convertToSubtitles',
  deleteAssignmentOfSettings: 'deleteSettingsAssignment',
  deleteTermOfGlossary: 'deleteTerm',
  endLegalHoldOfMeeting: 'endLegalHold',
  endRecordingAndKeepIt: 'leave',
  endWorkOfPeopleOnOrder: 'fulfillOrder',
  eraseRemovedMember: 'eraseMember',
  exchangeHandoffCodeForKey: 'createAgentSession',
  listAssignmentsOfSettings: 'listSettingsAssignments',
  orderSubtitles: 'subtitle',
  orderTranscription: 'transcribe',
  orderTranscriptionOrSubtitles: 'createOrder',
  orderTranslations: 'translate',
  putMeetingUnderLegalHold: 'beginLegalHold',
  readAssignmentOfSettings: 'readSettingsAssignment',
  readDescriptionOfWebhooks: 'readAsyncapiDocument',
  readStatisticsOfWebhookEndpoint: 'readWebhookEndpointStats',
  readSummaryOfConversation: 'readSummary',
  readTextOfConversation: 'readTranscript',
  readThisDocument: 'readOpenapiDocument',
  readUsageOfWorkspace: 'readUsage',
  readWhatIsSaidWhileItIsSaid: 'listenLive',
  redeliverWhatEndpointMissed: 'redeliverWebhookEvents',
  renameOrMoveFolder: 'changeFolder',
  replaceTextOfConversation: 'replaceTranscript',
  searchMeetings: 'search',
  sendNotetakerToCall: 'sendBot',
  signLinksOfUploadAnew: 'readUpload',
  submitDraft: 'confirmOrder',
  syncCalendarNow: 'syncCalendar',
  writeMeetingMetadata: 'changeMeeting',
};

/** The name of an operation in our clients, of its id in the OpenAPI document. */
export const clientNameOf = (operationId: string): string =>
  Object.hasOwn(NAMES, operationId) ? (NAMES[operationId] ?? operationId) : operationId;

/** An operation with the deprecated name that our clients still have for it. */
export interface FormerName {
  readonly former: string;
  readonly name: string;
}

/** The deprecated names of these operations. They leave the clients with the version after 0.2.0. */
export const formerNamesOf = (operationIds: readonly string[]): readonly FormerName[] =>
  operationIds.flatMap((former) => {
    const name = clientNameOf(former);
    return name === former ? [] : [{ former, name }];
  });

/** As Python writes it: `listen_live` of `listenLive`. */
export const inSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** As classes and types are written: `ListenLive` of `listenLive`. */
export const inPascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
