import type { MemberId } from '#shared/foundation/core/ids';
import { Refusal } from '#shared/foundation/core/refusal';
import { refuseWithoutRoom } from '#shared/meetings/bots/rules/room-for-bot';
import { describe, expect, it } from '#test/support/jest';

const aMember = (nth: number) => `mem_${nth}` as MemberId;
const members = (count: number) => Array.from({ length: count }, (_, nth) => aMember(nth));
const sendingFor = (memberId: MemberId | undefined, botMembers: readonly MemberId[]) => () =>
  refuseWithoutRoom({ recordings: [], botMembers }, { memberId });

describe('the room that a meeting has for members whom bots are sent for', () => {
  it('is for forty members', () => {
    expect(sendingFor(aMember(40), members(39))).not.toThrow();
    expect(sendingFor(aMember(40), members(40))).toThrow(Refusal);
  });

  it('is not needed by a member who has it, nor by a bot that is sent for no member', () => {
    expect(sendingFor(aMember(3), members(40))).not.toThrow();
    expect(sendingFor(undefined, members(40))).not.toThrow();
  });
});
