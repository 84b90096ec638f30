import { isSameClient } from '#shared/accounts/oauth/rules/same-client';
import { describe, expect, it } from '#test/support/jest';

const isSame = (one: string, other: string, name = 'Notes') =>
  isSameClient({ name: 'Notes', redirectHost: one }, { name, redirectHost: other });

describe('a client that connects again', () => {
  it.each([
    ['agent.test', 'agent.test'],
    ['agent.test:8443', 'agent.test:8443'],
    ['com.example.app:', 'com.example.app:'],
    ['localhost:3334', 'localhost:3335'],
    ['localhost', '127.0.0.1:40001'],
    ['127.0.0.1:1', '[::1]:2'],
  ])('is the same at %s and at %s', (one, other) => {
    expect([isSame(one, other), isSame(other, one)]).toEqual([true, true]);
  });

  it.each([
    ['agent.test', 'other.test'],
    ['agent.test', 'agent.test:8443'],
    ['localhost:3334', 'localhost.agent.test:3334'],
    ['localhost:3334', 'agent.test'],
    ['localhost:3334', 'com.example.app:'],
  ])('is another at %s and at %s', (one, other) => {
    expect([isSame(one, other), isSame(other, one)]).toEqual([false, false]);
  });

  it('is another under another name', () => {
    expect(isSame('localhost:3334', 'localhost:3334', 'Other notes')).toBe(false);
  });
});
