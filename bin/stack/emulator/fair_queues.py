"""Makes standard queues of MiniStack fair among message groups, as SQS is.

SQS hands out the messages of groups with few messages in flight before those of groups with many
(https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html). The pinned release
hands out the messages of a standard queue in their order. This module replaces one name of it. A message without a group
has a turn of its own.
"""

import collections
import time

from ministack.services import sqs

collect = sqs._collect_msgs


def collect_fairly(queue, count, visibility_seconds):
    if queue["is_fifo"]:
        return collect(queue, count, visibility_seconds)
    messages = queue["messages"]
    now = time.time()
    in_flight = collections.Counter(group_of(each) for each in messages if is_in_flight(each, now))
    by_turn = sorted(messages, key=lambda each: in_flight[group_of(each)] if group_of(each) else 0)
    return collect({**queue, "messages": by_turn}, count, visibility_seconds)


def group_of(message):
    return message.get("group_id")


def is_in_flight(message, now):
    return message["visible_at"] > now and message.get("receive_count", 0) > 0


def install():
    sqs._collect_msgs = collect_fairly
