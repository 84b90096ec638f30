import type { Person } from '#shared/core/people';

export const presentPerson = ({ name, email, memberId }: Person) => ({ name, email, member_id: memberId });
