import { z } from 'zod';
import { pageOf, successOf } from '../../../src-core/contract/envelope.ts';
import {
  cancelBodySchema,
  createOrderBodySchema,
  estimateBodySchema,
  estimateSchema,
  orderListItemSchema,
  orderListQuerySchema,
  orderSchema,
  patchShippingBodySchema,
  patchStatusBodySchema,
} from '../../../src-core/contract/orders.ts';
import { cancelItem, cancelOrder } from '../../orders/cancel-order.ts';
import { changeShipping, changeStatusAsPartner } from '../../orders/change-order.ts';
import { listOrders, readOrder } from '../../orders/find-order.ts';
import { estimateOrder, placeOrder } from '../../orders/place-order.ts';
import { readingFilesFirst } from '../../orders/refuse-damaged.ts';
import { callerOf, listOf, success, type Route } from '../app.ts';
import { idempotent } from '../idempotent.ts';
import { ORDERS } from '../open-api/descriptions/orders.ts';

const orderParams = z.object({ orderUid: z.string() });
const itemParams = orderParams.extend({ itemUid: z.string() });
const oneOrder = { 200: successOf(orderSchema) };

export const postEstimate: Route = (app, { context }) => {
  app.post(
    '/orders/estimate',
    {
      schema: {
        operationId: 'estimateOrder',
        tags: ['orders'],
        summary: 'Estimate an order',
        description: ORDERS.estimateOrder,
        body: estimateBodySchema,
        response: { 200: successOf(estimateSchema) },
      },
    },
    async (request) => success('성공', await estimateOrder(context.db, context, callerOf(request), request.body.items)),
  );
};

export const postOrder: Route = (app, { context }) => {
  app.post(
    '/orders',
    {
      schema: {
        operationId: 'createOrder',
        tags: ['orders'],
        summary: 'Create an order and charge it',
        description: ORDERS.createOrder,
        errors: ['ERR_INSUFFICIENT_CREDIT', 'ERR_PDF_FILE_MISSING'],
        isIdempotent: true,
        body: createOrderBodySchema,
        response: { 201: successOf(orderSchema) },
      },
    },
    (request, reply) =>
      readingFilesFirst(context, (read) =>
        idempotent(context, async (db, { body }: typeof request) => ({
          status: 201,
          body: success('주문이 생성되었습니다', await placeOrder(db, context, callerOf(request), body, read)),
        }))(request, reply),
      ),
  );
};

export const getOrders: Route = (app, { context }) => {
  app.get(
    '/orders',
    {
      schema: {
        operationId: 'listOrders',
        tags: ['orders'],
        summary: 'List orders',
        description: ORDERS.listOrders,
        querystring: orderListQuerySchema,
        response: { 200: pageOf(orderListItemSchema) },
      },
    },
    async (request) => {
      const { items, total } = await listOrders(context.db, callerOf(request), request.query);
      return listOf(items, total, request.query);
    },
  );
};

export const getOrder: Route = (app, { context }) => {
  app.get(
    '/orders/:orderUid',
    {
      schema: {
        operationId: 'getOrder',
        tags: ['orders'],
        summary: 'Read one order',
        description: ORDERS.getOrder,
        params: orderParams,
        response: oneOrder,
      },
    },
    async (request) => success('성공', await readOrder(context.db, callerOf(request), request.params.orderUid)),
  );
};

export const postCancel: Route = (app, { context }) => {
  app.post(
    '/orders/:orderUid/cancel',
    {
      schema: {
        operationId: 'cancelOrder',
        tags: ['orders'],
        summary: 'Cancel an order',
        description: ORDERS.cancelOrder,
        isIdempotent: true,
        params: orderParams,
        body: cancelBodySchema,
        response: oneOrder,
      },
    },
    idempotent(context, async (db, request) => {
      const { orderUid } = orderParams.parse(request.params);
      const { cancelReason } = cancelBodySchema.parse(request.body);
      return {
        status: 200,
        body: success(
          '주문이 취소되었습니다',
          await cancelOrder(db, context, callerOf(request), orderUid, cancelReason),
        ),
      };
    }),
  );
};

export const postItemCancel: Route = (app, { context }) => {
  app.post(
    '/orders/:orderUid/items/:itemUid/cancel',
    {
      schema: {
        operationId: 'cancelOrderItem',
        tags: ['orders'],
        summary: 'Cancel one item of an order',
        description: ORDERS.cancelOrderItem,
        isIdempotent: true,
        params: itemParams,
        body: cancelBodySchema,
        response: oneOrder,
      },
    },
    idempotent(context, async (db, request) => {
      const { orderUid, itemUid } = itemParams.parse(request.params);
      const { cancelReason } = cancelBodySchema.parse(request.body);
      return {
        status: 200,
        body: success(
          '주문 항목이 취소되었습니다',
          await cancelItem(db, context, callerOf(request), orderUid, itemUid, cancelReason),
        ),
      };
    }),
  );
};

export const patchShipping: Route = (app, { context }) => {
  app.patch(
    '/orders/:orderUid/shipping',
    {
      schema: {
        operationId: 'updateShipping',
        tags: ['orders'],
        summary: 'Change delivery data',
        description: ORDERS.updateShipping,
        params: orderParams,
        body: patchShippingBodySchema,
        response: oneOrder,
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const order = await context.db.transaction((db) =>
        changeShipping(db, context, caller, request.params.orderUid, request.body),
      );
      return success('배송지가 변경되었습니다', order);
    },
  );
};

export const patchStatus: Route = (app, { context }) => {
  app.patch(
    '/orders/:orderUid/status',
    {
      schema: {
        operationId: 'updateOrderStatus',
        tags: ['orders'],
        summary: 'Change the status, as far as a partner may',
        description: ORDERS.updateOrderStatus,
        errors: ['ERR_ORDER_TRANSITION_INVALID'],
        params: orderParams,
        body: patchStatusBodySchema,
        response: oneOrder,
      },
    },
    async (request) => {
      const { orderStatus, cancelReason } = request.body;
      const caller = callerOf(request);
      const order = await context.db.transaction((db) =>
        changeStatusAsPartner(db, context, caller, request.params.orderUid, orderStatus, cancelReason),
      );
      return success('주문 상태가 변경되었습니다', order);
    },
  );
};
