import type { Shape, VersionChange } from '#shared/foundation/versions/version-change';

/** Older names at the top to names in `bot`; the kit already had a `name` at the top. */
const OF_BOT: Readonly<Record<string, string>> = { bot_name: 'name', tile: 'tile', chat: 'chat' };
const OF_BRANDED: readonly string[] = ['color', 'website', 'description', 'logo', 'cta'];

export const brandKitsAreGrouped: VersionChange = {
  summary:
    'Brand kits are grouped into `bot` and `email`. Earlier pins read and write the fields of `bot` and of `email.branded` at the top level, `bot.name` as `bot_name` and `email.type` as `email_type`.',
  answers: { brand_kit: (kit) => atTheTop(kit) },
  requests: { 'POST /brand_kits': (body) => grouped(body), 'PATCH /brand_kits/{id}': (body) => grouped(body) },
};

function atTheTop({ bot, email, ...kit }: Shape): Shape {
  const { type, branded } = shapeOf(email);
  const ofBot = Object.entries(OF_BOT).map(([older, newer]) => [older, shapeOf(bot)[newer]]);
  return { ...kit, ...Object.fromEntries(ofBot), email_type: type, ...shapeOf(branded) };
}

/** Fields that are not of the older shape stay where they are: validation at the newest shape decides about them. */
function grouped(body: Shape): Shape {
  const ofBot = Object.entries(OF_BOT).flatMap(([older, newer]) => (older in body ? [[newer, body[older]]] : []));
  const branded = OF_BRANDED.flatMap((name) => (name in body ? [[name, body[name]]] : []));
  const ofEmail = [
    ...('email_type' in body ? [['type', body['email_type']]] : []),
    ...(branded.length > 0 ? [['branded', Object.fromEntries(branded)]] : []),
  ];
  const taken = [...Object.keys(OF_BOT), ...OF_BRANDED, 'email_type'];
  return {
    ...Object.fromEntries(Object.entries(body).filter(([name]) => !taken.includes(name))),
    ...(ofBot.length > 0 && { bot: Object.fromEntries(ofBot) }),
    ...(ofEmail.length > 0 && { email: Object.fromEntries(ofEmail) }),
  };
}

const shapeOf = (value: unknown): Shape => (typeof value === 'object' && value !== null ? (value as Shape) : {});
