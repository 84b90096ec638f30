import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** A pseudo parameter of CloudFormation in a text, as the CDK encodes it where the account or region is not known. */
const PSEUDO_PARAMETER = /\$\{Token\[AWS\.(\w+)\.\d+\]\}/g;

/**
 * Suppresses one cdk-nag finding on a construct and everything below it. The reason is for reviewers. Findings name a
 * pseudo parameter `<AWS::Region>`.
 */
export const suppressNagRule = (construct: IConstruct, id: string, reason: string): void =>
  Validations.of(construct).acknowledge({ id: id.replace(PSEUDO_PARAMETER, '<AWS::$1>'), reason });
