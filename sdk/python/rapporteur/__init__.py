"""Client of the Rapporteur API: operations in ``rapporteur.api``, resources in ``rapporteur.models``."""

from .problems import ConnectionFailed, RapporteurError
from .service import API_VERSION, Rapporteur
from .webhooks import WebhookVerificationError, verify_webhook

__all__ = (
    "API_VERSION",
    "ConnectionFailed",
    "Rapporteur",
    "RapporteurError",
    "WebhookVerificationError",
    "verify_webhook",
)
