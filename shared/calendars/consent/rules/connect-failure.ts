/** Why nobody was connected; the page has a sentence for each. */
export type ConnectFailure =
  /** The person said no. */
  | 'denied'
  /** A box left unticked: without the calendar there is nothing to sync. */
  | 'missing_scope'
  /** The organization lets only its administrators consent. */
  | 'admin_consent_required'
  | 'shared_account'
  /** The provider's answer makes no sense. */
  | 'provider_error'
  /** It does not answer, or asks to come back later. */
  | 'provider_down'
  /** This deployment has no client with that provider. */
  | 'not_set_up'
  /** Not the account with the member's own email. */
  | 'wrong_account'
  /** The account is active for another member of the workspace. */
  | 'calendar_already_connected'
  | 'link_used'
  | 'link_expired'
  /** Its workspace or its member is gone. */
  | 'link_gone'
  /** More than ten minutes, or a second return. */
  | 'attempt_over'
  /** Not the browser that was sent to the provider. */
  | 'other_browser'
  /** The workspace has made as many members as an hour allows. */
  | 'too_many_members'
  | 'busy';
