import type { Dispatcher } from 'undici';
import { BodyTooLarge } from '#shared/foundation/core/read-at-most';

type Handler = Dispatcher.DispatchHandler;
type Controller = Dispatcher.DispatchController;

/**
 * Breaks a response off once its body has more bytes on the wire, before they are decoded: a compressed body may have
 * bytes without end that decode to nothing, which no limit of the decoded bytes meets. Its error is `BodyTooLarge`.
 */
export const boundedWire =
  (mostBytes: number): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) =>
    dispatch(options, new WireCounter(handler, mostBytes));

class WireCounter implements Handler {
  private readonly handler: Handler;
  private readonly mostBytes: number;
  private bytes = 0;

  constructor(handler: Handler, mostBytes: number) {
    this.handler = handler;
    this.mostBytes = mostBytes;
  }

  onRequestStart(...given: Parameters<NonNullable<Handler['onRequestStart']>>): void {
    this.handler.onRequestStart?.(...given);
  }

  onRequestUpgrade(...given: Parameters<NonNullable<Handler['onRequestUpgrade']>>): void {
    this.handler.onRequestUpgrade?.(...given);
  }

  onResponseStarted(): void {
    this.handler.onResponseStarted?.();
  }

  onResponseStart(...given: Parameters<NonNullable<Handler['onResponseStart']>>): void {
    this.handler.onResponseStart?.(...given);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.bytes += chunk.byteLength;
    if (this.bytes > this.mostBytes)
      controller.abort(new BodyTooLarge(`The response has more than ${this.mostBytes} bytes.`));
    else this.handler.onResponseData?.(controller, chunk);
  }

  onResponseEnd(...given: Parameters<NonNullable<Handler['onResponseEnd']>>): void {
    this.handler.onResponseEnd?.(...given);
  }

  onResponseError(...given: Parameters<NonNullable<Handler['onResponseError']>>): void {
    this.handler.onResponseError?.(...given);
  }
}
