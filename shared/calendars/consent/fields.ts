import * as v from 'valibot';
import type { MemberId } from '#shared/foundation/core/ids';
import type { MetadataChange } from '#shared/foundation/core/metadata';
import {
  alsoDocumented,
  alsoRequired,
  documented,
  emailField,
  idField,
  metadataField,
  nameField,
  rule,
  textField,
  workspaceField,
} from '#shared/foundation/http/fields';

/** A link as it is asked for, at any version. */
export interface SentLink {
  readonly workspace_id: string;
  readonly member_id?: MemberId | undefined;
  readonly member_data?: SentMemberData | undefined;
  readonly email_match?: 'exact' | 'any' | undefined;
  readonly provider: 'google' | 'microsoft' | null;
  readonly return_url: string;
  readonly state: string | null;
  readonly metadata?: MetadataChange | undefined;
}

export interface SentMemberData {
  readonly name: string | null;
  readonly email: string | null;
  readonly metadata?: MetadataChange | undefined;
}

/** Whether it may be one depends on the deployment; here only what every text must be. */
const returnUrlField = documented(
  v.pipe(
    v.string(),
    v.check((text) => text.trim() !== '', '[blank] must not be blank.'),
  ),
  {
    type: 'string',
    format: 'uri',
    maxLength: 2_048,
    pattern: '^[hH][tT][tT][pP]',
    description: 'An https URL. Its query and fragment are kept. A local stack also accepts http on localhost.',
  },
) as v.GenericSchema<string, string>;

const NAMED = { properties: { name: { type: 'string' } }, required: ['name'] };
const ADDRESSED = { properties: { email: { type: 'string' } }, required: ['email'] };

/** The member as `POST /members` takes it. */
const MemberData = v.strictObject({
  name: v.optional(v.nullable(nameField), null),
  email: v.optional(v.nullable(emailField), null),
  metadata: v.optional(metadataField),
});

const memberDataField = alsoDocumented(
  v.pipe(
    MemberData,
    rule<v.InferOutput<typeof MemberData>>(
      'email',
      '[missing] is missing: a member needs a name, an email or both.',
      ({ name, email }) => name !== null || email !== null,
    ),
  ),
  { anyOf: [NAMED, ADDRESSED] },
);

const entries = {
  workspace_id: workspaceField,
  member_id: v.optional(idField('mem')),
  member_data: v.optional(memberDataField),
  provider: v.optional(v.nullable(v.picklist(['google', 'microsoft'])), null),
  return_url: returnUrlField,
  state: v.optional(v.nullable(textField(500)), null),
  metadata: v.optional(metadataField),
};

const ONE_MEMBER = { oneOf: [{ required: ['member_id'] }, { required: ['member_data'] }] };

/** Exactly one of member_id and member_data. */
const ofOneMember = (fields: v.GenericSchema<unknown, SentLink>): v.GenericSchema<unknown, SentLink> =>
  alsoDocumented(
    v.pipe(
      fields,
      alsoRequired<SentLink>(({ member_id, member_data }) =>
        member_id === undefined && member_data === undefined ? ['member_id'] : [],
      ),
      rule<SentLink>(
        'member_data',
        '[invalid] cannot be combined with member_id: send one of the two.',
        ({ member_id, member_data }) => member_id === undefined || member_data === undefined,
      ),
    ),
    ONE_MEMBER,
  );

export const linkBody = ofOneMember(v.strictObject(entries));

/** With `email_match`, which links had before. */
export const olderLinkBody = ofOneMember(
  v.strictObject({ ...entries, email_match: v.optional(v.picklist(['exact', 'any']), 'exact') }),
);
