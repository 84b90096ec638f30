/**
 * Partitions of the table with credentials, and the functions whose code uses them (folders under functions/). Every
 * other function is denied them, so that a defect in it opens no session and no sign-in. A test compares this with the
 * code of the functions.
 */
export const CREDENTIAL_PARTITIONS: Readonly<Record<string, readonly string[]>> = {
  // Sessions of people on the hosted pages.
  'SES#': [
    ...['pages/account', 'pages/app', 'pages/connect', 'pages/oauth', 'pages/unsubscribe', 'mcp/connector'],
    // A live transcript is read no longer than the session that it was opened in.
    ...['sockets/live', 'workers/live-transcripts'],
  ],
  // Sign-ins and sign-ups under way.
  'SIGNIN#': ['pages/account'],
  'SIGNUP#': ['pages/account'],
  // Users by who signs in, and by email.
  'SUB#': ['pages/account'],
  'USERMAIL#': ['pages/account'],
  // Handoff codes of agents.
  'CODE#': ['pages/app', 'api/agent-sessions'],
  // Consents under way.
  'CONSENT#': ['pages/connect'],
  // Tickets for live transcripts.
  'TICKET#': ['pages/app', 'api/meetings', 'sockets/live'],
  // Codes, tokens and clients of the authorization server.
  'OAUTH#': ['pages/oauth', 'mcp/connector'],
  // OAuth clients of the deployment.
  'PROVIDER#': ['pages/connect', 'workers/calendar-sync'],
};

/**
 * Whether a function writes partitions of users: roles, key digests and records of requests. Pages do, and every group
 * of endpoints, which keeps the records; of the workers, the one that deletes the roles in a workspace. A test compares
 * this with the code of the functions.
 */
export const writesUsers = (entry: string): boolean => /^(?:api|pages|mcp)\/|^workers\/housekeeping$/.test(entry);

/** The partitions that a function reads and writes, by the beginning of their key. */
export interface OwnKeys {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

/**
 * Functions that anyone can call without a key: they may touch no other partition than these. Lists are queries of an
 * index, which the role grants beside them: an index yields keys.
 */
export const OWN_KEYS: Readonly<Record<string, OwnKeys>> = {
  'hooks/calendar-notifications': { reads: ['cal_', 'SYSTEM'], writes: ['cal_', 'out_'] },
  // What is said in calls is kept without the names of erased people: SYSTEM has the key of their hashes.
  'hooks/recorder-notifications': {
    reads: ['RECORDERS#', 'RECORDED#', 'bot_', 'wks_', 'LIVE#', 'SYSTEM'],
    writes: ['LIVE#'],
  },
  // A reader is admitted while the right that its ticket was issued for lasts. SYSTEM has the key of tickets.
  'sockets/live': {
    reads: ['TICKET#', 'usr_', 'wks_', 'SES#', 'bot_', 'LIVE#', 'SYSTEM'],
    writes: ['TICKET#', 'LIVE#', 'READING#'],
  },
  // Sign-ins, and what a first sign-in makes: a user with a workspace.
  'pages/account': {
    reads: ['SES#', 'SIGNIN#', 'SIGNUP#', 'SUB#', 'USERMAIL#', 'usr_'],
    writes: ['SES#', 'SIGNIN#', 'SIGNUP#', 'SUB#', 'USERMAIL#', 'usr_', 'wks_', 'WKSNO#', 'mbr_', 'LIMIT#'],
  },
  // What the pages show, and what their forms change. SYSTEM has the key of cursors. No role
  // may read OUTBOX#, the mail of a local stack, which enforces no roles.
  'pages/app': {
    reads: [
      ...[
        'SES#',
        'usr_',
        'wks_',
        'mem_',
        'cal_',
        'cfd_',
        'mtg_',
        'aud_',
        'per_',
        'com_',
        'bot_',
        'con_',
        'fol_',
        'exp_',
        'ord_',
        'upl_',
        'glo_',
        'sty_',
        'whe_',
        'evt_',
        'out_',
        'mbr_',
        'INVITED#',
      ],
      ...['SYSTEM', 'LIMIT#', 'UPLOADING#', 'READING#', 'READONLY#'],
    ],
    writes: [
      ...['usr_', 'wks_', 'WKSNO#', 'mbr_', 'INVITED#', 'CODE#', 'mem_', 'cal_', 'ccl_', 'out_', 'SYSTEM', 'LIMIT#'],
      // A correction is saved with the bot and the meeting that show it.
      ...['con_', 'fol_', 'bot_', 'mtg_', 'exp_', 'ord_', 'upl_'],
      'aud_',
      // A meeting is read along by a ticket.
      ...['TICKET#', 'READING#'],
    ],
  },
  // Agents lie beneath their user.
  'pages/oauth': {
    reads: ['SES#', 'usr_', 'OAUTH#', 'SYSTEM'],
    writes: ['usr_', 'OAUTH#', 'SYSTEM', 'LIMIT#', 'aud_'],
  },
  // Reads alone, but for the use of its limit and the key of cursors.
  'mcp/connector': {
    reads: ['OAUTH#', 'usr_', 'wks_', 'mtg_', 'con_', 'per_', 'com_', 'SYSTEM', 'LIMIT#'],
    writes: ['LIMIT#', 'SYSTEM'],
  },
  'pages/unsubscribe': { reads: ['wks_', 'SYSTEM'], writes: ['SUPPRESSED#'] },
  // No sessions and no users: connect pages look the same to everyone.
  'pages/connect': {
    reads: ['ccl_', 'wks_', 'mem_', 'cal_', 'CONSENT#', 'PROVIDER#', 'LIMIT#', 'READONLY#'],
    writes: ['ccl_', 'wks_', 'mem_', 'cal_', 'out_', 'CONSENT#', 'LIMIT#'],
  },
};
