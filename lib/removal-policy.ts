import { RemovalPolicy } from 'aws-cdk-lib';
import type { StageConfig } from './config.ts';

/**
 * What becomes of a resource with data when CloudFormation removes it. Where data is retained, a resource of a deployment
 * that fails while it creates it goes again: it is empty, and would keep its name from the next attempt.
 */
export const removalPolicyOf = ({ data }: StageConfig): RemovalPolicy =>
  data === 'retain' ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
