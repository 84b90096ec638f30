import type { Person } from '#shared/domain/people';

export const presentPerson = ({ name, email, memberId }: Person) => ({ name, email, member_id: memberId });
